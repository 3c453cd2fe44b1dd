import type LineChartComponent from '@cloudscape-design/components/line-chart';
import { lazy } from 'react';

/** Cloudscape's line chart, which is loaded with the first that is seen. `lazy` has no generic types. */
export const LineChart = lazy(
  () => import('@cloudscape-design/components/line-chart'),
) as unknown as typeof LineChartComponent;
