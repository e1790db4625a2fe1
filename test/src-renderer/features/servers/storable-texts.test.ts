import { expect, test } from 'vitest';
import { emptyDraft, parseDraft, storableDraft } from '../../../../src-renderer/features/servers/create-server-form.ts';
import { namesAlone, unlessSecret } from '../../../../src-renderer/features/servers/storable-texts.ts';

test('leaves only the names of variables, so that a form which comes back asks for their values', () => {
  const typed =
    'MAP=canary\nAPI_TOKEN = canary\nDATABASE_URL=postgres://me:canary@db/x?a=canary\n\nauth canary=x\n=canary';
  const kept = namesAlone(typed);
  expect(kept).toBe('MAP\nAPI_TOKEN\nDATABASE_URL');
  expect(parseDraft({ ...emptyDraft, environment: kept }).problems?.environment).toBeDefined();
});

test('leaves nothing of a value that was pasted over several lines', () => {
  const pasted = '-----BEGIN PRIVATE KEY-----\ncanary\nCANARY_KEY\ncanaryA1==\ncanaryA2=\n-----END PRIVATE KEY-----';
  expect(namesAlone(`SIGN_WITH=${pasted}\nMAP=reef`)).toBe('SIGN_WITH\nMAP');
});

test('keeps the names of a form that came back without their values, and takes no other line for a name', () => {
  const stored = namesAlone('MAP=canary\nMODE=canary');
  expect(namesAlone(stored, stored)).toBe('MAP\nMODE');
  expect(namesAlone('MAP\nMODE=duel\ncanaryA1==\ncanary\n', stored)).toBe('MAP\nMODE');
  expect(namesAlone('MODE', stored)).toBe('MODE');
});

test('leaves nothing of arguments that name a secret', () => {
  expect(unlessSecret('--map\nreef')).toBe('--map\nreef');
  for (const text of ['--token\ncanary', '--password=canary', 'http://me:canary@host/'])
    expect(unlessSecret(text)).toBeUndefined();
});

test('stores the rest of a form for a server', () => {
  const typed = { ...emptyDraft, arguments: '--key canary', environment: 'MAP=canary', tags: 'mode=duel', cpu: '250' };
  const stored = storableDraft(typed);
  expect(stored).toEqual({ ...typed, arguments: '', environment: 'MAP' });
});
