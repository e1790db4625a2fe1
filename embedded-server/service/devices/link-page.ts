// The page that a device link opens: who asks, and yes or no by whoever has the owner's token. Without one it does nothing. Script and
// style come from here alone; the token stays in the page.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { textOf } from '../../../src-shared/text/message.ts';
import { pageScript, pageStyle } from './link-page-parts.ts';
import type { DeviceService } from './service.ts';

const PREFIX = '/devices/link/';

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const parts: Readonly<Record<string, { type: string; text: string }>> = {
  'page.js': { type: 'text/javascript; charset=utf-8', text: pageScript },
  'page.css': { type: 'text/css; charset=utf-8', text: pageStyle },
};

export function createLinkPage(devices: DeviceService) {
  const run = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      throw new AppError('API_METHOD_NOT_ALLOWED', 'http.get-and-head');
    }
    const name = new URL(request.url ?? '/', 'http://page').pathname.slice(PREFIX.length);
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const { type, text } = part ?? { type: 'text/html; charset=utf-8', text: await pageOf(devices, name) };
    response.writeHead(200, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(text) });
    response.end(request.method === 'HEAD' ? undefined : text);
  };
  return { prefix: PREFIX, run } as const;
}

async function pageOf(devices: DeviceService, token: string): Promise<string> {
  try {
    const link = await devices.verify(token);
    if (devices.isOver(link)) return page(closed('This link was used already. Ask for a new one where you started.'));
    const { address = 'an address that is not known', program = 'a program without a name' } = link.asking;
    return page(question({ token, code: codeOf(link.link_id), address, program }));
  } catch (thrown) {
    return page(closed(textOf(asAppError(thrown).toMessage())));
  }
}

/** Short enough to compare by eye: the first of the id that the asking program was given. */
function codeOf(link_id: string): string {
  return `${link_id.slice(0, 4)}-${link_id.slice(4, 8)}`.toUpperCase();
}

type Question = { token: string; code: string; address: string; program: string };

function question({ token, code, address, program }: Question): string {
  return `<p>A device wants to work on one of your games: to push builds, and to change what runs.</p>
<dl>
<dt>Code</dt><dd class="code">${escaped(code)}</dd>
<dt>Asked by</dt><dd>${escaped(program)}</dd>
<dt>From</dt><dd>${escaped(address)}</dd>
</dl>
<p>Go on only if you started this, and its device link id begins with this code. Signed in to Slipway's window? There you can paste this
page's address in the settings of the game instead of giving your token here.</p>
<form id="link" data-token="${escaped(token)}">
<label for="owner">Owner token<input id="owner" type="password" autocomplete="off" spellcheck="false" required></label>
<label for="game">Game<select id="game" required disabled><option value="">Give the token first</option></select></label>
<div class="actions"><button type="submit" id="yes" disabled>Link the device</button><button type="button" id="no" disabled>Refuse</button></div>
</form>
<p id="said" role="status"></p>`;
}

function closed(sentence: string): string {
  return `<p role="status">${escaped(sentence)}</p>`;
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Link a device - Slipway</title>
<link rel="stylesheet" href="${PREFIX}page.css"><script src="${PREFIX}page.js" defer></script></head>
<body><main><h1>Link a device</h1>
${content}
</main></body></html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
