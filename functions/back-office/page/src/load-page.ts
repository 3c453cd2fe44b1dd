import type * as start from './start.tsx';

/** The files of the page for operators; the build puts them here. Addresses are relative to the page. */
declare const __PAGE_FILES__: { script: string; scripts: string[]; styles: string[] };

/** Loads the page for operators: its scripts and styles side by side. @throws where one of them cannot be loaded */
export async function loadPage(): Promise<typeof start> {
  const { script, scripts, styles } = __PAGE_FILES__;
  for (const href of scripts) link({ rel: 'modulepreload', href });
  const [page] = await Promise.all([
    import(/* @vite-ignore */ new URL(script, document.baseURI).href) as Promise<typeof start>,
    ...styles.map((href) => loaded(link({ rel: 'stylesheet', href }))),
  ]);
  return page;
}

function link(attributes: { rel: string; href: string }): HTMLLinkElement {
  const made = Object.assign(document.createElement('link'), attributes, { crossOrigin: 'anonymous' });
  document.head.append(made);
  return made;
}

function loaded(made: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    made.addEventListener('load', () => resolve());
    made.addEventListener('error', () => reject(new Error(`Not loaded: ${made.href}`)));
  });
}
