// The schema of slipway.json at its address, as an editor asks for it.
import { expect, it } from 'vitest';
import { slipwaySchema } from '../../../../src-shared/service/slipway-json-schema.ts';
import { startTestService } from '../../../support/service.ts';

it('answers the schema to anyone, without a token', async () => {
  const { call } = await startTestService();
  const answer = await call('GET', '/slipway.schema.json', { token: null });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual(JSON.parse(JSON.stringify(slipwaySchema())));
});
