import { type AccessRequest, erasedName } from '@licet/contract';
import { expect, it } from 'vitest';
import { doer, spoken, spokenRequest } from './spoken.ts';
import { words as german } from './words.de.ts';
import { words } from './words.ts';

it('of a person who was erased the language of the page speaks, wherever they stand', () => {
  const { erased } = words;
  words.erased = german.erased;
  try {
    expect(spoken(`approver to ${erasedName} (erased)`)).toBe('approver to Person (unkenntlich gemacht)');
    expect(spoken(erasedName)).toBe('Person (unkenntlich gemacht)');
    expect(spoken('Maya Lindqvist (maya)')).toBe('Maya Lindqvist (maya)');
  } finally {
    words.erased = erased;
  }
});

it('a request speaks of its asker and of who decided in the language of the page, and the operator is named in it', () => {
  const before = { ...words };
  Object.assign(words, german);
  try {
    const request = {
      user: { kind: 'user', id: 'u', name: erasedName, detail: 'erased' },
      reason: erasedName,
      place: '',
      decision: { by: { id: 'o', name: erasedName }, note: `ask ${erasedName}` },
    } as unknown as AccessRequest;
    const told = spokenRequest(request);
    expect(JSON.stringify(told)).not.toContain('erased');
    expect(told.decision?.by?.name).toBe('Person (unkenntlich gemacht)');
    expect(doer('operator')).toBe('Betreiber');
    expect(doer(erasedName)).toBe('Person (unkenntlich gemacht)');
    expect(doer('Maya')).toBe('Maya');
  } finally {
    Object.assign(words, before);
  }
});
