import { type AccessRequest, erasedName, newUser } from '@licet/contract';
import { expect, it } from 'vitest';
import { byActor, recordedActor, recordedRequest, recordedText } from './recorded.ts';
import { words as german } from './words.de.ts';
import { words } from './words.ts';

it('names an erased person in the language of the page, wherever a text mentions the person', () => {
  const { erased } = words;
  words.erased = german.erased;
  try {
    expect(recordedText(`approver to ${erasedName} (erased)`)).toBe('approver to Person (unkenntlich gemacht)');
    expect(recordedText(erasedName)).toBe('Person (unkenntlich gemacht)');
    expect(recordedText('Maya Lindqvist (maya)')).toBe('Maya Lindqvist (maya)');
  } finally {
    words.erased = erased;
  }
});

it('the name shown for erased people is invalid for real users in every language', () => {
  for (const name of [words.erased, german.erased, `${german.erased} (erased)`])
    expect(newUser.shape.name.safeParse(name).success, name).toBe(false);
});

it('names an erased requester and approver, and the operator, in the language of the page', () => {
  const before = { ...words };
  Object.assign(words, german);
  try {
    const request = {
      application: { id: 'ledger', name: 'Ledger' },
      asks: { kind: 'role', id: 'r', name: 'clerk', title: '' },
      user: { kind: 'user', id: 'u', name: erasedName, detail: 'erased' },
      reason: erasedName,
      place: '',
      decision: { by: { id: 'o', name: erasedName }, note: `ask ${erasedName}` },
    } as unknown as AccessRequest;
    const shown = recordedRequest(request);
    expect(JSON.stringify(shown)).not.toContain('erased');
    expect(shown.decision?.by?.name).toBe('Person (unkenntlich gemacht)');
    expect(recordedActor('operator')).toBe('Betreiber');
    expect(byActor('operator')).toBe('vom Betreiber');
    expect(byActor('Maya')).toBe('von Maya');
    expect(recordedActor(erasedName)).toBe('Person (unkenntlich gemacht)');
    expect(recordedActor('Maya')).toBe('Maya');
  } finally {
    Object.assign(words, before);
  }
});
