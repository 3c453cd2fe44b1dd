import audits from '../locales/audits.zh.json' with { type: 'json' };
import errors from '../locales/errors.zh.json' with { type: 'json' };
import messages from '../locales/zh.json' with { type: 'json' };

/** All Chinese messages, in one file of the build. */
export default { ...messages, ...errors, ...audits };
