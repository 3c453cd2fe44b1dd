document.getElementById('app').textContent = 'What only scripts show';
