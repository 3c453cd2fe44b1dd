import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import installPackages from '../corpora/packages.ts';
import { outputFolder } from '../support/parts.ts';
import { measurements, ROWS_FILE, textOf } from './parts.ts';
import { recordRatios } from './recorded.ts';

// The process of one part of the bench; its name is the argument.
const [name] = process.argv.slice(2);
const measurement = measurements.find((one) => one.name === name);
if (!measurement) throw new Error(`Unknown part of the bench: ${name}`);
installPackages();
const found = await measurement.measure();
const measured = Array.isArray(found) ? { rows: found, values: '' } : found;
console.log(textOf(measured));
recordRatios(measurement.name, measured.rows);
writeFileSync(join(outputFolder() ?? '.', ROWS_FILE), JSON.stringify(measured));
