import { limit } from './limit.ts';

/** Limits of the shared views of lists. */
export const viewLimits = {
  viewsMax: limit({
    value: 50,
    unit: 'items',
    reason: 'The shared views of a list stay a menu that a viewer reads at once.',
    source: 'own',
  }),
  viewNameMax: limit({
    value: 60,
    unit: 'code points',
    reason: 'The name of a view is a label of a button.',
    source: 'own',
  }),
  viewTextMax: limit({
    value: 400,
    unit: 'code points',
    reason: 'The columns of a view and their widths: twice what the widest list has.',
    source: 'own',
  }),
};
