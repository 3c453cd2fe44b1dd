import { type ComponentType, lazy } from 'react';

/**
 * Returns a view that is built with Cloudscape and loaded on first use, together with what Cloudscape needs. The first
 * view of the workspace contains none of it.
 *
 * @param load the module of the view
 */
export function cloudscapeView<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    const [{ default: View }, { CloudscapeFrame }] = await Promise.all([load(), import('./cloudscape-frame.tsx')]);
    return {
      default: (props: Props) => (
        <CloudscapeFrame>
          <View {...props} />
        </CloudscapeFrame>
      ),
    };
  });
}
