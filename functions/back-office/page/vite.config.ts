import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { defineConfig, type Plugin } from 'vite';
import { COMPUTED, computedSource } from '../../computed-modules.ts';

const MANIFEST = 'manifest.json';

interface ManifestEntry {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Provides the sign-in with the files that the page for operators begins with, by the manifest of the first step. */
const pageFiles: Plugin = {
  name: 'page-files',
  config({ build }) {
    const manifest = JSON.parse(readFileSync(join(build!.outDir!, MANIFEST), 'utf8')) as Record<string, ManifestEntry>;
    const entry = manifest['src/start.tsx']!;
    const all = [entry, ...(entry.imports ?? []).map((name) => manifest[name]!)];
    const scripts = all.map(({ file }) => file);
    const styles = all.flatMap(({ css = [] }) => css);
    return { define: { __PAGE_FILES__: JSON.stringify({ script: entry.file, scripts, styles }) } };
  },
};

/** As in functions, these modules are replaced by the values of their exports. */
const computedModules: Plugin = {
  name: 'computed-modules',
  load: (id) => (COMPUTED.test(id) ? computedSource(id) : null),
};

const LOCALE = /\/src\/locales\/[\w.]+\.json$/;

/** Messages are parsed here, so that the page needs no parser. */
const parsedMessages: Plugin = {
  name: 'parsed-messages',
  load(id) {
    if (!LOCALE.test(id)) return null;
    this.addWatchFile(id);
    const messages = JSON.parse(readFileSync(id, 'utf8')) as Record<string, string>;
    const parsed = Object.entries(messages).map(([key, message]) => [
      key,
      message.includes('{') ? parse(message, { ignoreTag: true, captureLocation: false }) : message,
    ]);
    return { code: `export default ${JSON.stringify(Object.fromEntries(parsed))}`, moduleType: 'js' };
  },
};

const TEXTS_OF_ARIA = /\/react-(?:aria|stately)\/dist\/.*\/intl\/.*\/([a-z]{2}-[A-Z]{2})\.mjs$/;
const LANGUAGES = ['en-US', 'zh-CN'];

/** Leaves out React Aria's texts in languages that the page does not have. */
const textsOfAria: Plugin = {
  name: 'texts-of-aria',
  load(id) {
    const language = TEXTS_OF_ARIA.exec(id)?.[1];
    return language && !LANGUAGES.includes(language) ? 'export default {}' : null;
  },
};

/** Modules that several views share. */
const UI =
  /node_modules\/(?:@internationalized|@react-|react-(?:aria|stately))|\/src\/(?:ui|browser|routing|language)\//;
/**
 * The page's build, in two steps. What operators see after the sign-in (`--mode page`) has few files, since each one is a
 * call of the function: one with what every view needs, one with what several views share, and one for each view. The page
 * itself (`--mode sign-in`) is small, and loads those files for operators who are signed in. Addresses are relative, since
 * the page is served under any stage's prefix.
 */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: './',
  // These two also where tests start the build: React would else bring what it has for development.
  define: {
    'process.env.NODE_ENV': JSON.stringify('production'),
  },
  plugins: [computedModules, ...(mode === 'page' ? [parsedMessages, textsOfAria] : [pageFiles])],
  resolve: { alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' } },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  build: {
    target: 'es2023',
    emptyOutDir: mode === 'page',
    manifest: mode === 'page' && MANIFEST,
    // The Content-Security-Policy allows no data: addresses but images.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: mode === 'page' ? 'src/start.tsx' : 'index.html',
      preserveEntrySignatures: 'strict',
      // Cloudscape marks its components for server-side React ("use client"), which means nothing here.
      checks: { moduleLevelDirective: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'ui', test: UI, minShareCount: 2, priority: 2 },
          ],
        },
      },
    },
  },
}));
