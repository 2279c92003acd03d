document.getElementById('app').textContent = 'The pages of the sandbox'
