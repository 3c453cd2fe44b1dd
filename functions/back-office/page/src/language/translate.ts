/** A sentence of an answer, and the same in another language; `{}` stands for what differs from answer to answer. */
export type Sentence = readonly [english: string, translated: string];

/**
 * A sentence of an answer in the page's language. What `{}` stands for is kept, in order; a sentence that is not known,
 * such as one of a newer version of the service, stays as it is.
 */
export function translate(sentence: string, sentences: readonly Sentence[]): string {
  for (const [english, translated] of sentences) {
    const values = valuesIn(sentence, english.split('{}'));
    if (values) return translated.replace(/\{\}/g, () => values.shift()!);
  }
  return sentence;
}

/** @returns what stands between the parts; `null` where the sentence does not consist of them */
function valuesIn(sentence: string, [start, ...parts]: string[]): string[] | null {
  if (!sentence.startsWith(start!)) return null;
  const values: string[] = [];
  let from = start!.length;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const to = isLast ? sentence.length - part.length : sentence.indexOf(part, from);
    if (to < from || (isLast && !sentence.endsWith(part))) return null;
    values.push(sentence.slice(from, to));
    from = to + part.length;
  }
  return from === sentence.length ? values : null;
}
