import { engines } from '../../../functions/shared/engines/index.ts';
import { sources } from '../../../functions/shared/sources/index.ts';

const addresses = [...sources.flatMap(({ address }) => address ?? []), ...engines];

/** Settings that name another base URL of a source or an engine, as each of them declares in its own file. */
export const sourceUrlSettings = addresses.map(({ setting }): string => setting);
