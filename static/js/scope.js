/** Where this copy of the page lives: names of databases, caches, locks and channels begin with it. */

export const scopeUrl = new URL('../../', import.meta.url);
export const scope = scopeUrl.pathname;
export const vendorUrl = new URL('static/vendor/', scopeUrl);
