import * as z from 'zod';
import { type EngineId, engineIds, type Locale } from '../choices.ts';
import { dataTypes, type Engine, pathWith, readOpenSearch } from './engine.ts';
import { readScript } from './read-answer.ts';

const googleDetails = z.object({ 'google:suggesttype': z.array(z.unknown()) });

const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;
const MARKED = /<b>.*?<\/b>/is;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const google: Engine = {
  id: 'google',
  setting: 'GOOGLE_SUGGEST_URL',
  baseUrl: 'https://suggestqueries.google.com',
  contentTypes: dataTypes,
  urlPath: (q, locale) =>
    pathWith('/complete/search', {
      client: 'firefox',
      hl: googleLanguage(locale),
      gl: locale.region === 'GB' ? 'uk' : locale.region.toLowerCase(),
      ie: 'utf-8',
      // Without it characters are lost, although the status is 200.
      oe: 'utf-8',
      q,
    }),
  read(value) {
    const types = googleTypes(value);
    return (
      readOpenSearch(value)
        ?.filter((phrase, index) => types[index] !== 'NAVIGATION' && !ADDRESS.test(phrase.trim()))
        .map(withoutMarks) ?? null
    );
  },
};

/** Google's own codes, if they are not ISO 639 (developers.google.com/custom-search/docs, languages and countries). */
const GOOGLE_LANGUAGES: Record<string, string> = { zh: 'zh-CN', 'zh-Hant': 'zh-TW', he: 'iw', nb: 'no' };

function googleLanguage({ language, region }: Locale): string {
  if (language === 'pt') return region === 'BR' ? 'pt-BR' : 'pt-PT';
  return GOOGLE_LANGUAGES[language] ?? language;
}

/** The position of the types depends on the `client` parameter; they are in the last object. */
function googleTypes(value: unknown): unknown[] {
  const parts = Array.isArray(value) ? (value as unknown[]) : [];
  const last = parts.findLast((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
  return googleDetails.safeParse(last).data?.['google:suggesttype'] ?? [];
}

/** For some values of `client`, completions are in bold; a single tag is part of a search phrase. */
function withoutMarks(phrase: string): string {
  if (!MARKED.test(phrase)) return phrase;
  return phrase.replace(/<\/?b>/gi, '').replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => ENTITIES[name]!);
}

const bingResults = z.array(z.object({ Suggests: z.array(z.object({ Txt: z.string() })) }));

/** The response of `qsonhs.aspx`, without `Results` if there are none. */
const bingGroups = z.object({
  AS: z.union([
    z.object({ Results: bingResults }),
    z.object({ FullResults: z.literal(0), Results: z.undefined().optional() }),
  ]),
});

/** Languages in Bing's market codes (learn.microsoft.com, market codes); it takes the nearest market for others. */
const BING_MARKET_LANGUAGES: Record<string, string> = { 'zh-Hant': 'zh', nb: 'no' };
/** Languages of its interface, if they are not ISO 639. */
const BING_LANGUAGES: Record<string, string> = { zh: 'zh-hans', 'zh-Hant': 'zh-hant' };

const bing: Engine = {
  id: 'bing',
  setting: 'BING_SUGGEST_URL',
  baseUrl: 'https://api.bing.com',
  contentTypes: dataTypes,
  urlPath(query, { language, region }) {
    const market = `${BING_MARKET_LANGUAGES[language] ?? language}-${region}`;
    return pathWith('/osjson.aspx', { query, language: market, market, setlang: BING_LANGUAGES[language] ?? language });
  },
  read: (value) => readOpenSearch(value) ?? readBingGroups(value),
};

function readBingGroups(value: unknown): string[] | null {
  const answer = bingGroups.safeParse(value).data?.AS;
  if (!answer) return null;
  return (answer.Results ?? []).flatMap(({ Suggests }) => Suggests.map(({ Txt }) => Txt));
}

/** The response without `type=list`; sometimes also the empty response with it. */
const duckduckgoObjects = z.array(z.object({ phrase: z.string() }));

/** The values of `kl` (duckduckgo.com/duckduckgo-help-pages/settings/params). */
const DUCKDUCKGO_REGIONS = new Set(
  'xa-ar xa-en ar-es au-en at-de be-fr be-nl br-pt bg-bg ca-en ca-fr cl-es cn-zh co-es hr-hr cz-cs dk-da ee-et fi-fi fr-fr de-de gr-el hk-tzh hu-hu in-en id-id id-en ie-en il-he it-it jp-jp kr-kr lv-lv lt-lt my-ms my-en mx-es nl-nl nz-en no-no pe-es ph-en pl-pl pt-pt ro-ro ru-ru sg-en sk-sk sl-sl za-en es-es se-sv ch-de ch-fr ch-it tw-tzh th-th tr-tr ua-uk uk-en us-en ue-es ve-es vn-vi'.split(
    ' ',
  ),
);
const DUCKDUCKGO_NO_REGION = 'wt-wt';
/** Its own names of countries and languages; all Arab countries have one region. */
const DUCKDUCKGO_COUNTRIES: Record<string, string> = { GB: 'uk', SI: 'sl', AE: 'xa', EG: 'xa', SA: 'xa' };
const DUCKDUCKGO_LANGUAGES: Record<string, string> = { ja: 'jp', ko: 'kr', nb: 'no', 'zh-Hant': 'tzh' };

function duckduckgoRegion({ language, region }: Locale): string {
  if (language === 'es' && region === 'US') return 'ue-es';
  const code = `${DUCKDUCKGO_COUNTRIES[region] ?? region.toLowerCase()}-${DUCKDUCKGO_LANGUAGES[language] ?? language}`;
  return DUCKDUCKGO_REGIONS.has(code) ? code : DUCKDUCKGO_NO_REGION;
}

const duckduckgo: Engine = {
  id: 'duckduckgo',
  setting: 'DUCKDUCKGO_SUGGEST_URL',
  baseUrl: 'https://duckduckgo.com',
  contentTypes: dataTypes,
  urlPath: (q, locale) => pathWith('/ac/', { q, type: 'list', kl: duckduckgoRegion(locale) }),
  read: (value) =>
    readOpenSearch(value) ?? duckduckgoObjects.safeParse(value).data?.map(({ phrase }) => phrase) ?? null,
};

/** Members of every response: with only these, Baidu has no suggestions. */
const baiduEcho = { q: z.string(), p: z.boolean() };

const baiduFound = z.object({ q: z.string(), g: z.array(z.object({ q: z.string() })) });
const baiduFoundByOlder = z.object({ q: z.string(), s: z.array(z.string()) });
const baiduNothing = z.object({ ...baiduEcho, g: z.undefined().optional(), s: z.undefined().optional() });

const baidu: Engine = {
  id: 'baidu',
  setting: 'BAIDU_SUGGEST_URL',
  baseUrl: 'https://www.baidu.com',
  // Its older host uses another content type.
  contentTypes: [...dataTypes, 'text/plain', 'baiduapp/json'],
  // Without `ie` it reads GBK, without `oe` it writes GBK.
  urlPath: (wd) => pathWith('/sugrec', { prod: 'pc', ie: 'utf-8', oe: 'utf-8', json: '1', wd }),
  read: (value) => readOpenSearch(value) ?? readBaiduObject(value),
};

function readBaiduObject(value: unknown): string[] | null {
  const objects = baiduFound.safeParse(value).data?.g.map(({ q }) => q);
  return objects ?? baiduFoundByOlder.safeParse(value).data?.s ?? (baiduNothing.safeParse(value).success ? [] : null);
}

/** Languages of its interface. */
const YANDEX_LANGUAGES = ['ru', 'en', 'tr'];
/** Its ids of countries (yandex.cloud/docs/search-api/reference/regions); for others it has no ranking of their own. */
const YANDEX_COUNTRIES: Record<string, string> = { RU: '225', UA: '187', BY: '149', KZ: '159', TR: '983' };

const yandex: Engine = {
  id: 'yandex',
  setting: 'YANDEX_SUGGEST_URL',
  baseUrl: 'https://suggest.yandex.com',
  contentTypes: [...dataTypes, 'text/plain'],
  urlPath(part, { language, region }) {
    const uil = YANDEX_LANGUAGES.includes(language) ? language : 'en';
    const lr = YANDEX_COUNTRIES[region];
    return pathWith('/suggest-ff.cgi', { part, uil, v: '3', sn: '10', ...(lr !== undefined && { lr }) });
  },
  parse(text) {
    try {
      return readScript(text);
    } catch {
      // Sometimes there is other text before the array.
      return readScript(text.slice(Math.max(0, text.indexOf('['))));
    }
  },
  read: readOpenSearch,
};

const so360Found = z.object({ query: z.string(), result: z.array(z.object({ word: z.string() })) });
/** The response without `format=json`. */
const so360FoundByOlder = z.object({ q: z.string(), s: z.array(z.string()) });

/** 360 Search (so.com). */
const so360: Engine = {
  id: 'so360',
  setting: 'SO360_SUGGEST_URL',
  baseUrl: 'https://sug.so.360.cn',
  contentTypes: [...dataTypes, 'text/plain'],
  // Without the encodings it misreads Chinese.
  urlPath: (word) =>
    pathWith('/suggest', { encodein: 'utf-8', encodeout: 'utf-8', format: 'json', fields: 'word', word }),
  read(value) {
    const words = so360Found.safeParse(value).data?.result.map(({ word }) => word);
    return words ?? so360FoundByOlder.safeParse(value).data?.s ?? null;
  },
};

const sogou: Engine = {
  id: 'sogou',
  setting: 'SOGOU_SUGGEST_URL',
  baseUrl: 'https://sor.html5.qq.com',
  contentTypes: dataTypes,
  // Always, whatever the request and the response headers declare.
  charset: 'gbk',
  urlPath: (key) => pathWith('/api/getsug', { key }),
  read: readOpenSearch,
};

const byId: Record<EngineId, Engine> = { google, bing, duckduckgo, baidu, yandex, so360, sogou };

/** All engines, in the order of `engineIds`. */
export const engines = engineIds.map((id) => byId[id]);
