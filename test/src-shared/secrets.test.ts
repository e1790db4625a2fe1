// The one rule of what is secret: by names, by looks, and behind a name within a text.
import { expect, test } from 'vitest';
import { holdsSecret, holdsToken, isSecretName, maskText } from '../../src-shared/secrets.ts';

const secretNames = `
  API_TOKEN DB_PASSWORD dbpasswd RCON_PASS SIGNING_KEY STEAM_KEY key KEY_2 steamKey sig x-amz-signature x-amz-credential authorization AUTH
  set-cookie api_key apiKey passphrase SENTRY_DSN CONNECTION_STRING VAULT_SECRET_ID AWS_ACCESS_KEY_ID device_link_token
`;
const plainNames = `
  MONKEY KEYMAP keyboard PUBLIC_KEY publicKey AUTHOR AUTHORITY MAP MATCH_SIZE design signal token_id tokenId token_ids auth_type name
`;

test.each(secretNames.trim().split(/\s+/))('%s is the name of a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each(plainNames.trim().split(/\s+/))('%s is the name of none', (name) => {
  expect(isSecretName(name)).toBe(false);
});

const core = 'a1B2c3D4e5F6g7H8i9J0';

test.each([
  [`in slipway_host_${core}.`, 'in slipway_host_***.'],
  [`in slipway_metrics_${core}.`, 'in slipway_metrics_***.'],
  [`eyJ${core}.${core}.${core}`, 'jwt_***'],
  [`with ghp_${core} and glpat-${core}`, 'with ghp_*** and glpat-***'],
  [`AKIA${core.toUpperCase()}, sk_live_${core}`, 'AKIA***, sk_***'],
  [`postgres://ada:hunter2@host/db`, 'postgres://ada:***@host/db'],
  [`Authorization: Bearer ${core}`, 'Authorization: Bearer ***'],
  ['authorization: basic YTpi', 'authorization: basic ***'],
  ['{"api_key":"x","map":"reef"}', '{"api_key":"***","map":"reef"}'],
  ['passphrase = x; map = reef', 'passphrase = ***; map = reef'],
  ['https://s3.example/x?sig=a,b;c&part=1', 'https://s3.example/x?sig=***&part=1'],
  ['password=x&password=y', 'password=***&password=***'],
])('%s is %s', (text, masked) => {
  expect(maskText(text)).toBe(masked);
  expect(holdsSecret(text)).toBe(true);
});

test.each([
  'asia-east1',
  'ASIA-EAST',
  'sk-SK',
  'npm_config_registry_of_ours',
  'https://auth:8443/cloud/games',
  'http://[::1]:7420/a@b',
  '{"url":"http://127.0.0.1:7420","to":"a@b"}',
  'at read (file:///x/token-secrets.ts:12:3)',
  'token_id=7c1e04b2',
])('%s is as it was', (text) => {
  expect(maskText(text)).toBe(text);
  expect(holdsSecret(text)).toBe(false);
});

test('a name alone is no token, and a private key is a secret', () => {
  expect(holdsToken('password=x')).toBe(false);
  expect(holdsToken(`glpat-${core}`)).toBe(true);
  expect(holdsSecret('-----BEGIN PRIVATE KEY-----\nMIIB')).toBe(true);
});
