/** What the generators of a run start from; a failure prints it, and `HOSTILE_SEED` repeats it. */
export const seed = Number(process.env.HOSTILE_SEED) || Date.now() % 2 ** 31;
