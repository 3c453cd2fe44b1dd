import type BarChartComponent from '@cloudscape-design/components/bar-chart';
import type LineChartComponent from '@cloudscape-design/components/line-chart';
import type MixedLineBarChartComponent from '@cloudscape-design/components/mixed-line-bar-chart';
import { lazy } from 'react';

/** The charts of the component library, which are loaded with the first that is seen. `lazy` has no generic types. */
export const BarChart = lazy(
  () => import('@cloudscape-design/components/bar-chart'),
) as unknown as typeof BarChartComponent;
export const LineChart = lazy(
  () => import('@cloudscape-design/components/line-chart'),
) as unknown as typeof LineChartComponent;
export const MixedLineBarChart = lazy(
  () => import('@cloudscape-design/components/mixed-line-bar-chart'),
) as unknown as typeof MixedLineBarChartComponent;
