export { OldMark } from './source-notes.tsx';
