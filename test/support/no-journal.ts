import type { JournalingServices } from '../../functions/back-office/router.ts';

/** An empty journal, for tests of other behaviour. */
export const noJournal: JournalingServices['journal'] = {
  begin: () => Promise.resolve(),
  end: () => Promise.resolve(),
};
