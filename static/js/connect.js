/** Which origins the page may call. A second policy narrows the first, and nothing widens it again. */

let narrowed = null;

/** Nothing; from now on the page reaches its own origin and those of these addresses only. */
export function narrowConnect(urls) {
  const origins = [...new Set(urls.map((url) => new URL(url).origin))].filter((origin) => /^https?:\/\//.test(origin));
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = `connect-src ${["'self'", ...origins.map(source)].join(' ')}`;
  document.head.append(meta);
  narrowed = origins;
}

/** The origin as a policy writes it. It has no words for IPv6 literals: the scheme must do, and `allows` does the rest. */
function source(origin) {
  return origin.includes('[') ? new URL(origin).protocol : origin;
}

/** JSON list of the origins that may be called besides our own, or null while there is no limit. */
export function connectOrigins() {
  return JSON.stringify(narrowed);
}

/** Whether the page may call the address without a reload. */
export function allows(url) {
  const { origin } = new URL(url);
  return narrowed === null || origin === location.origin || narrowed.includes(origin);
}
