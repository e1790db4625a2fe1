// What the front reads by itself, and what it leaves to node:http.
import { expect, it } from 'vitest';
import { readPlainHead } from '../../../../embedded-server/platform/front/plain-head.ts';

const read = (text: string) => readPlainHead(Buffer.from(text, 'latin1'));

it('reads a plain head, and says where its body begins', () => {
  const text = 'PUT /uploads/x/1?a=b HTTP/1.1\r\nHost: a:1\r\nX-Note:  two words \t\r\nContent-Length: 5\r\n\r\n';
  expect(read(`${text}hello`)).toEqual({
    text: text.slice(0, -4),
    method: 'PUT',
    target: '/uploads/x/1?a=b',
    length: text.length,
    bodyLength: 5,
    isLast: false,
    headers: { host: 'a:1', 'x-note': 'two words', 'content-length': '5' },
  });
  expect(read('GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n')).toMatchObject({ isLast: true, bodyLength: 0 });
});

it('knows no header that every object has', () => {
  expect(read('GET / HTTP/1.1\r\nHost: a\r\n__proto__: x\r\nconstructor: y\r\n\r\n')?.headers).toMatchObject({
    constructor: 'y',
  });
});

it.each([
  ['half a head', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ['another method', 'POST / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['another version', 'GET / HTTP/1.0\r\nHost: a\r\n\r\n'],
  ['a method in small letters', 'get / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a whole address', 'GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a target with a space', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a target beyond ASCII', 'GET /\u00e4 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['two spaces', 'GET  / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a leading empty line', '\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
  ['no colon', 'GET / HTTP/1.1\r\nHost\r\n\r\n'],
  ['no name', 'GET / HTTP/1.1\r\n: a\r\n\r\n'],
  ['a folded line', 'GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n'],
  ['a bare line feed', 'GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n'],
  ['a bare carriage return', 'GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n'],
  ['a NUL', 'GET / HTTP/1.1\r\nHost: a\0\r\n\r\n'],
  ['a header given twice', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'],
  ['two lengths', 'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n'],
  ['a length with a sign', 'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n'],
  ['a list of lengths', 'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n'],
  ['a hexadecimal length', 'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n'],
  ['a length beyond all bounds', `PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: ${'9'.repeat(16)}\r\n\r\n`],
  ['an empty length', 'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n'],
  ['chunks', 'PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['a length and chunks', 'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['an upgrade', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['another connection', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close, x\r\n\r\n'],
  ['another expectation', 'PUT / HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n'],
  ['a page of another origin', 'GET / HTTP/1.1\r\nHost: a\r\nOrigin: http://b\r\n\r\n'],
  ['a head that is too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(16_400)}\r\n\r\n`],
])('leaves %s to node:http', (_what, text) => {
  expect(read(text)).toBeUndefined();
});
