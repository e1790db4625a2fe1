// The service of a running app, called as a tool would: by the address and the token that lie in its folder.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from './app-test.ts';

export async function openLocalApi(home: string) {
  const { url } = JSON.parse(await readFile(path.join(home, 'local/running.json'), 'utf8')) as { url: string };
  const token = (await readFile(path.join(home, 'local/owner-token'), 'utf8')).trim();
  return async (method: string, target: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(url + target, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    expect(response.status).toBe(200);
    return await response.json();
  };
}
