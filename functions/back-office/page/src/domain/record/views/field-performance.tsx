export { FieldPerformance } from '../section-tables.tsx';
