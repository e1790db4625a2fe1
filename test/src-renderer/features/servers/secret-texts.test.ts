import { expect, test } from 'vitest';
import { emptyDraft, parseDraft, storableDraft } from '../../../../src-renderer/features/servers/create-server-form.ts';
import { unlessSecret, withoutSecretValues } from '../../../../src-renderer/features/servers/secret-texts.ts';

test('leaves the names of secret variables, so that a form which comes back asks for their values', () => {
  const typed = 'MAP=reef\nAPI_TOKEN = canary\nDATABASE_URL=postgres://me:canary@db/x\ncanary\nauth canary=x\n';
  const kept = withoutSecretValues(typed);
  expect(kept.split('\n')).toEqual(['MAP=reef', 'API_TOKEN', 'DATABASE_URL']);
  expect(withoutSecretValues(kept)).toBe('MAP=reef\nAPI_TOKEN');
  expect(parseDraft({ ...emptyDraft, environment: kept }).problems?.environment).toBeDefined();
});

test('leaves nothing of arguments that name a secret', () => {
  expect(unlessSecret('--map\nreef')).toBe('--map\nreef');
  for (const text of ['--token\ncanary', '--password=canary', 'http://me:canary@host/'])
    expect(unlessSecret(text)).toBeUndefined();
});

test('stores the rest of a form for a server', () => {
  const typed = { ...emptyDraft, arguments: '--key canary', environment: 'KEY=canary', tags: 'mode=duel', cpu: '250' };
  const stored = storableDraft(typed);
  expect(stored).toEqual({ ...typed, arguments: '', environment: 'KEY' });
});
