// No secret reaches the log: the redactor on its own, then canaries in every odd place of every served endpoint.
import { describe, expect, it, vi } from 'vitest';
import { createLog, type LogEntry } from '../../../../embedded-server/platform/logging/log.ts';
import { redact, redactText } from '../../../../embedded-server/platform/logging/redact.ts';
import { sendRaw } from '../../../support/raw-http.ts';
import { requestOf, servedRows } from '../../../support/served-rows.ts';
import { createGame, startTestService } from '../../../support/service.ts';

// Hundreds of calls.
vi.setConfig({ testTimeout: 60_000 });

const CORE = 'Qm9vdHN0cmFwX2Nhbm9ueV9zZWNyZXRfdmFsdWVfNDI';
const secrets = [
  `slipway_cloud_${CORE}`,
  `SLIPWAY_Owner_${CORE}`,
  `slipway%5Fservice%5f${CORE}`,
  `slipway%255Fservice%255f${CORE}`,
  `Bearer ${CORE}`,
  `eyJhbGciOiJIUzI1NiJ9.${CORE}.${CORE}`,
  `?sig=${CORE}&x=1`,
  `"signature": "${CORE}"`,
  CORE,
  `glpat-${CORE.slice(0, 20)}`,
  `"api_key": "${CORE.slice(0, 20)}"`,
  `passphrase=${CORE.slice(0, 20)}`,
  `Cookie: sid=${CORE.slice(0, 20)}`,
];

describe('the redactor', () => {
  it.each(secrets)('takes the secret out of %s', (secret) => {
    expect(redactText(`before ${secret} after`)).not.toContain(CORE.slice(0, 20));
    expect(redactText(`before ${secret} after`)).toMatch(/^before .*after$/);
  });

  it('takes short secrets out where their name says what they are', () => {
    expect(redactText('/put?part=1&sig=abc&x=2')).toBe('/put?part=1&sig=***&x=2');
    expect(redact({ token: 'abc', nested: [{ sig: 'abc', part: 1 }], api_key: 'abc', token_id: 'abc' })).toEqual({
      token: '***',
      nested: [{ sig: '***', part: 1 }],
      api_key: '***',
      token_id: 'abc',
    });
    expect(redactText('glpat-a1B2c3D4e5F6g7H8')).toBe('glpat-***');
  });

  it('leaves what is no secret', () => {
    const plain = ['/cloud/games/0b0c0d0e-0000-4000-8000-000000000001', 'Port 7420 is taken by node (process 12).', ''];
    for (const text of plain) expect(redactText(text)).toBe(text);
    expect(redact({ ms: 12, ok: true, nothing: null })).toEqual({ ms: 12, ok: true, nothing: null });
  });

  it('keeps a line of the log one line', () => {
    expect(redactText('/a%0d%0ab%00')).toBe('/a??b?');
    const lines: LogEntry[] = [];
    createLog((entry) => lines.push(entry))('info', 'x', { path: '/a%0a{"level":"error"}' });
    expect(JSON.stringify(lines[0]).split('\n')).toHaveLength(1);
  });

  it('stops at what is too deep, and reads errors', () => {
    const loop: Record<string, unknown> = {};
    loop['again'] = loop;
    expect(JSON.stringify(redact(loop))).toContain('***');
    expect(String(redact(new Error(`failed with ${secrets[0]}`)))).not.toContain(CORE);
  });
});

it('logs no secret, whatever is sent where, on every served endpoint', async () => {
  const { call, server, log } = await startTestService();
  const game = await createGame(call);
  const made = await call('POST', `/cloud/games/${game}/tokens/cloud`);
  const { token } = made.body as { token: string };
  const link = (await call('POST', '/cloud/devices/links', { token: null })).body as { device_link_token: string };
  const canaries = [token, server.token, link.device_link_token, `slipway_service_${CORE}`, `x.y?sig=${CORE}`];
  for (const row of servedRows) {
    for (const canary of canaries) {
      const { address, body } = requestOf(row, { game, namespace: game });
      const escaped = encodeURIComponent(canary);
      const glue = address.includes('?') ? '&' : '?';
      const filled = body === undefined ? undefined : { ...body, name: canary, [canary]: canary };
      await call(row.method, `${address}${glue}sig=${escaped}&${escaped}=${escaped}`, {
        token: canary,
        ...(filled === undefined ? {} : { body: filled }),
        headers: { 'x-canary': canary, 'user-agent': canary, 'idempotency-key': canary },
      });
      await call(row.method, `${address.split('?', 1)[0]}/${escaped}`, { token: canary });
    }
  }
  for (const canary of canaries) {
    const line = `GET /${canary} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: ${canary}`;
    await sendRaw(server.port, `${line}\r\nConnection: close\r\n\r\n`);
    await sendRaw(server.port, `${canary} /${canary} HTTP/1.1\r\n\r\n`);
    await call('GET', `/%ff${canary}`);
  }
  const written = JSON.stringify(log);
  expect(log.length).toBeGreaterThan(servedRows.length * canaries.length);
  for (const canary of [token, server.token, link.device_link_token, CORE]) {
    const secret = canary.replace(/^slipway_\w+?_/, '');
    expect(written).not.toContain(secret);
    expect(written).not.toContain(secret.slice(-40));
  }
  for (const entry of log.filter(({ message }) => message === 'request')) {
    expect(entry['ray_id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});
