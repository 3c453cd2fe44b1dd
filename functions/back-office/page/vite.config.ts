import { defineConfig } from 'vite';

/**
 * The page's build. Addresses are relative, since the page is served under any stage's prefix, and there are few files,
 * since each one is a call of the function: one with what the first view needs, one with what other views share, and
 * one for each of them.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // These two also where tests start the build: React would else bring what it has for development.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  build: {
    target: 'es2023',
    emptyOutDir: true,
    // The Content-Security-Policy allows no data: addresses but images.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Cloudscape marks its components for server-side React ("use client"), which means nothing here.
      checks: { moduleLevelDirective: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'shared', test: /node_modules/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
