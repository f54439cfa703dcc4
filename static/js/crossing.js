/** Promises that Python may await: a rejection that is not a real Error would hang it for ever. */

/** An Error with the name and message of whatever was thrown. */
export function asError(thrown) {
  if (thrown instanceof Error) return thrown;
  const error = new Error(String(thrown?.message ?? thrown));
  error.name = String(thrown?.name ?? 'Error');
  return error;
}

/** An Error of that name. */
export function namedError(name, message) {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** `work` as an async function that rejects with Errors only. */
export function crossing(work) {
  return async (...args) => {
    try {
      return await work(...args);
    } catch (thrown) {
      throw asError(thrown);
    }
  };
}
