"""The rules of stories, memory and tokens. Pure: standard library and Jinja2 only."""
