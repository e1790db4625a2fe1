// What the game tells whoever hosts it, by the SDK of Agones over HTTP: that it is ready, that it is well, and who plays. Where nobody
// offers that, it says nothing.

const HEALTH_EVERY_MS = 2_000;

/** @typedef {ReturnType<typeof createHost>} Host */

/** @param {import('./log.js').Log} log @param {string | undefined} port */
export function createHost(log, port) {
  // One after the other: who leaves must not be told of before they came.
  let telling = Promise.resolve();
  /** @param {string} path @param {object} [body] */
  const tell = (path, body = {}) => {
    if (port === undefined) return;
    telling = telling
      .then(() => post(`http://127.0.0.1:${port}${path}`, body))
      .catch((error) => {
        log.warn(`the host did not take ${path}: ${error.message}`);
      });
  };
  /** @type {NodeJS.Timeout | undefined} */
  let beating;
  return {
    ready: () => {
      tell('/ready');
      beating = setInterval(() => tell('/health'), HEALTH_EVERY_MS);
    },
    /** @param {number} id */
    joined: (id) => tell('/alpha/player/connect', { playerID: String(id) }),
    /** @param {number} id */
    left: (id) => tell('/alpha/player/disconnect', { playerID: String(id) }),
    stop: () => clearInterval(beating),
  };
}

/** @param {string} url @param {object} body */
async function post(url, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}
