import type { JournalingServices } from '../../functions/back-office/router.ts';

/** For tests that are about what is done, not about what is noted of it. */
export const noJournal: JournalingServices['journal'] = {
  begin: () => Promise.resolve(),
  end: () => Promise.resolve(),
};
