import chromium from '@sparticuz/chromium';

// Unpacks the browser into the temporary directory of this process, and prints its path.
console.log(await chromium.executablePath());
