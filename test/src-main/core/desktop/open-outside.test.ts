import { expect, test } from 'vitest';
import { checkOutside } from '../../../../src-main/core/desktop/open-outside.ts';

test.each(['https://games.example/a?b=c', 'http://127.0.0.1:20001/', 'http://localhost:8080/x', 'http://[::1]:9/'])(
  'lets %s through',
  (url) => {
    expect(checkOutside(url)).toBe(url);
  },
);

test.each([
  'http://games.example/',
  'http://127.0.0.1.evil.example/',
  'http://0x7f.evil/',
  'https://user:pass@games.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'ms-msdt:/id PCWDiagnostic',
  'smb://host/share',
  'slipway://app/index.html',
  'vscode://file/etc/passwd',
  '\\\\host\\share',
  'not an address',
  '',
])('refuses %j with a sentence', (url) => {
  expect(() => checkOutside(url)).toThrow(/This address was not opened\. \w/);
});
