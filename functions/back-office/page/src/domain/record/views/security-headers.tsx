export { SecurityHeaders } from '../section-tables.tsx';
