/** Which origins the page may call. A second policy narrows the first, and nothing widens it again. */

/** What a policy takes for one origin and nothing else: other signs in a host are wildcards there, or end the directive. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;
let narrowed = null;

/** The origins of the addresses, each once; what is no plain address of a server has none. */
export function originsOf(urls) {
  const origins = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  return [...new Set(origins)].filter((origin) => ORIGIN.test(origin));
}

/** The directive that lets the page reach its own origin and these; for an IPv6 literal, every host of its scheme. */
export function directive(origins) {
  return `connect-src ${["'self'", ...origins.map(source)].join(' ')}`;
}

/** Nothing; from now on the page reaches its own origin and those of these addresses only. */
export function narrowConnect(urls) {
  const origins = originsOf(urls);
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = directive(origins);
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
