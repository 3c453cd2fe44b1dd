export { SourceNote } from './source-notes.tsx';
