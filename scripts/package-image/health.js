// The health check of the image, which has no shell and no curl: whether the service answers on its port. Ends with 0 or 1.
'use strict';
const http = require('node:http');
const https = require('node:https');

const port = Number(process.env.SLIPWAY_HEALTH_PORT || 7420);

/**
 * @param {typeof http | typeof https} library
 * @param {() => void} otherwise
 */
function ask(library, otherwise) {
  // It asks itself, by an address that no certificate is for.
  const request = library.get(
    { host: '127.0.0.1', port, path: '/healthz', rejectUnauthorized: false, timeout: 3000 },
    (/** @type {import('node:http').IncomingMessage} */ answer) => process.exit(answer.statusCode === 200 ? 0 : 1),
  );
  request.on('timeout', () => request.destroy(new Error('no answer')));
  request.on('error', otherwise);
}

ask(http, () => ask(https, () => process.exit(1)));
