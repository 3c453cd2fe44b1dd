import type { StandIn } from '../stand-in.ts';
import { suggesting } from './suggest-answer.ts';
import { complete } from './vocabulary.ts';

export const bing: StandIn = {
  id: 'bing',
  method: 'GET',
  path: /^\/(?:osjson|qsonhs)\.aspx$/,
  answer({ path, query }) {
    const isPlain = path === '/osjson.aspx';
    const text = query.get(isPlain ? 'query' : 'q') ?? '';
    const completions = complete('bing', text, query.get('market'));
    // The query itself comes first, where there are completions.
    const phrases = completions.length > 0 ? [text, ...completions] : [];
    if (isPlain) return suggesting(phrases, 'application/json; charset=utf-8', JSON.stringify([text, phrases]));
    const json = JSON.stringify({ AS: groupsOf(text, phrases) });
    const callback = query.get('type') === 'cb' ? query.get('cb') : null;
    if (!callback) return suggesting(phrases, 'application/json; charset=utf-8', json);
    const script = `if(typeof ${callback} == 'function') ${callback}(${json}/* pageview_candidate */);`;
    return suggesting(phrases, 'text/javascript; charset=utf-8', script);
  },
};

function groupsOf(Query: string, phrases: string[]) {
  if (phrases.length === 0) return { Query, FullResults: 0 };
  const Suggests = phrases.map((Txt, index) => ({ Txt, Type: 'AS', Sk: index ? `AS${index}` : '', HCS: 0.0355 }));
  return { Query, FullResults: 1, Results: [{ Type: 'AS', Suggests }] };
}
