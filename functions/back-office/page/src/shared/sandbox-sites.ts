/** Sites of the sandbox, which the local runner has with `--offline`. */
export const SANDBOX_SITES = ['shop.example', 'faulty.example', 'blog.example', 'broken.example'] as const;
