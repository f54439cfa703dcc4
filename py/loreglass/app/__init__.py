"""What the user is doing: state, actions, effects. Imports the domain and the formats, never the browser."""
