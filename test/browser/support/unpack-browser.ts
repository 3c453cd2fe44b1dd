import chromium from '@sparticuz/chromium';

// Unpacks the browser into the temporary directory of this process, and says where it is.
console.log(await chromium.executablePath());
