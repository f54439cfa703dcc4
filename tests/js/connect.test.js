import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directive, originsOf } from '../../static/js/connect.js';

test('each origin is named once, without what stands behind it', () => {
  const urls = ['https://api.example.com/v1?api_key=k', 'https://api.example.com', 'http://localhost:8080/v1', 'http://[::1]:5001'];
  assert.deepEqual(originsOf(urls), ['https://api.example.com', 'http://localhost:8080', 'http://[::1]:5001']);
});

test('an address that would be a wildcard, or end the directive, is named nowhere', () => {
  const urls = [
    'https://*.host', 'https://*', 'https://host;script-src', 'https://host,x', "https://'self'", 'https://a b', 'data:text/plain,x',
    'ftp://host', '', 'x', undefined, 'https://$host', 'https://(host)',
  ];
  assert.equal(directive(originsOf(urls)), "connect-src 'self'");
});

test('a directive has one origin a word', () => {
  assert.equal(directive(['https://a.example', 'http://localhost:1']), "connect-src 'self' https://a.example http://localhost:1");
});
