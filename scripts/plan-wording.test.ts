import type { NotEvaluated } from '@licet/contract';
import { expect, test } from 'vitest';
import { notEvaluatedText } from '../packages/cli/src/configuration/effects.ts';
import { words } from '../packages/console/src/blocks/plan-effects/words.ts';
import { formatList } from '../packages/console/src/ui/format.ts';

test('the command line and the console describe aspects that a plan does not evaluate in the same words', () => {
  const all = Object.keys(words.aspects) as NotEvaluated[];
  for (const count of all.keys()) {
    const aspects = all.slice(0, count + 1);
    const shown = words.notEvaluated(formatList(aspects.map((aspect) => words.aspects[aspect])));
    expect(notEvaluatedText({ notEvaluated: aspects })).toBe(shown);
  }
});
