import { answering } from '../use-case.ts';
import { complete } from './complete.ts';
import { state } from './state.ts';

export const stateOfSetup = answering('setup.state', (asked) => state(asked));
export const completeSetup = answering('setup.complete', (asked) => complete(asked, asked));
