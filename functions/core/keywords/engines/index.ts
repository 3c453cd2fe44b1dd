import { type EngineId, engineIds } from '../engine-id.ts';
import { baidu } from './baidu.ts';
import { bing } from './bing.ts';
import { duckduckgo } from './duckduckgo.ts';
import type { Engine } from './engine.ts';
import { google } from './google.ts';
import { so360 } from './so360.ts';
import { sogou } from './sogou.ts';
import { yandex } from './yandex.ts';

const byId: Record<EngineId, Engine> = { google, bing, duckduckgo, baidu, yandex, so360, sogou };

/** All engines, in the order of `engineIds`. */
export const engines = engineIds.map((id) => byId[id]);
