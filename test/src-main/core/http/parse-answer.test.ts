// An answer that is nearly JSON is read as what it means.
import { expect, test } from 'vitest';
import { parseAnswer } from '../../../../src-main/core/http/parse-answer.ts';

test('a figure that is none takes nothing else with it, and words of the same spelling stay', () => {
  const answer = '{"display_name":"Up to: NaN, \\"Infinity","cpu":NaN,"samples":[1, -Infinity,2]}';
  expect(parseAnswer(answer)).toEqual({ display_name: 'Up to: NaN, "Infinity', cpu: null, samples: [1, -Infinity, 2] });
});
