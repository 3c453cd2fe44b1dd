import './skeleton.css';

/**
 * A grey shape in place of content that is loading. The part of the view around it says that it is loading.
 *
 * @param height in pixels
 */
export function Skeleton({ height = 16 }: { height?: number }) {
  return <span className="ui-skeleton" aria-hidden="true" style={{ height }} />;
}
