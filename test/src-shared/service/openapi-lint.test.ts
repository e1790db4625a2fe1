// The OpenAPI document is looked at by a linter that we did not write.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../../src-shared/service/openapi.ts';

it('is accepted by an OpenAPI linter, without an error and without a warning', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(openApiDocument({ version: '1.0.0', serverUrl: 'https://slipway.example' }), null, 2);
  const problems = await lintFromString({ source, config });
  const messages = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
  expect([...new Set(messages)]).toEqual([]);
});
