/** Seed of a run's generators; a failure prints it, and `HOSTILE_SEED` sets it. */
export const seed = Number(process.env.HOSTILE_SEED) || Date.now() % 2 ** 31;
