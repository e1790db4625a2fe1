// Signatures are those that AWS has published for its examples.
import { expect, it } from 'vitest';
import { encode, presignQuery, signHeaders } from '../../../../embedded-server/platform/object-store/signature.ts';

const signing = {
  region: 'us-east-1',
  keys: { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  at: Date.UTC(2013, 4, 24),
};
const host = 'examplebucket.s3.amazonaws.com';

it.each([
  {
    what: 'an object from a range on',
    request: { method: 'GET', host, path: '/test.txt', query: {}, headers: { range: 'bytes=0-9' } },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'a query without a value',
    request: { method: 'GET', host, path: '/', query: { lifecycle: '' }, headers: {} },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    what: 'a list',
    request: { method: 'GET', host, path: '/', query: { prefix: 'J', 'max-keys': '2' }, headers: {} },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('signs $what in the headers', ({ request, signature }) => {
  expect(signHeaders(request, '', signing)['authorization']).toMatch(new RegExp(`Signature=${signature}$`));
});

it('signs an address for a day', () => {
  const query = presignQuery({ method: 'GET', host, path: '/test.txt', query: {}, headers: {} }, 86_400, signing);
  expect(query).toMatch(/Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404$/);
});

it('names the session of keys that are lent', () => {
  const lent = { ...signing, keys: { ...signing.keys, session: 'a/b=' } };
  const request = { method: 'GET', host, path: '/test.txt', query: {}, headers: {} };
  expect(presignQuery(request, 60, lent)).toContain('X-Amz-Security-Token=a%2Fb%3D');
  expect(signHeaders(request, '', lent)).toMatchObject({ 'x-amz-security-token': 'a/b=' });
});

it("encodes what JavaScript leaves alone and AWS doesn't", () => {
  expect(encode("a b/(c)!*'~")).toBe('a%20b%2F%28c%29%21%2A%27~');
});
