import type { ReactNode } from 'react';
import { useTranslate } from '../language/use-translate.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { LoadFailed } from './load-failed.tsx';
import type { Loaded } from './use-load.ts';
import './loading.css';

interface ShowLoadedProps<Data> {
  of: Loaded<Data>;
  /** In place of the default shape while it is loading. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows the loaded data, or that it is loading or has failed. */
export function ShowLoaded<Data>({ of, skeleton, children }: ShowLoadedProps<Data>) {
  if (of.data !== null) return children(of.data);
  if (of.error !== null) return <LoadFailed error={of.error} onRetry={of.reload} retryAt={of.retryAt ?? null} />;
  return <Loading>{skeleton ?? <PartShape />}</Loading>;
}

/** Shapes in place of content that is loading, which screen readers are told. */
export function Loading({ children }: { children: ReactNode }) {
  const t = useTranslate();
  return (
    <div className="loading-shape" role="status" aria-label={t('ui.loading')}>
      {children}
    </div>
  );
}

/** The shape of a part of a view. */
function PartShape() {
  return (
    <>
      <Skeleton height={20} />
      <Skeleton height={20} />
      <Skeleton height={20} />
    </>
  );
}

/** The shape of a view: its heading, its numbers, its content. */
export function ViewShape() {
  return (
    <Loading>
      <div className="loading-shape__title">
        <Skeleton height={30} />
      </div>
      <NumbersShape />
      <Skeleton height={280} />
    </Loading>
  );
}

/** The shape of key numbers. */
export function NumbersShape() {
  return (
    <div className="loading-shape__numbers">
      <Skeleton height={98} />
      <Skeleton height={98} />
      <Skeleton height={98} />
      <Skeleton height={98} />
    </div>
  );
}
