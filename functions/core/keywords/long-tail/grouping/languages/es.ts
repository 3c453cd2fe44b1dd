import type { Modifiers } from '../modifiers.ts';

export const es: Modifiers = {
  groups: {
    comparisons: {
      queries: '… o|… vs|… alternativa|diferencia entre …|… comparativa|… y',
      anywhere:
        'vs|versus|comparativa|comparativas|comparación|comparar|comparador|diferencia|diferencias|diferencia entre|alternativa|alternativas|mejor que|en comparación con',
      beside: 'o|y',
    },
    questions: {
      queries: 'qué es …|por qué …|cuál …|dónde …|cuándo …|cuánto cuesta …|quién …|se puede …',
      anywhere:
        'qué|que es|qué es|qué son|por qué|porque|cuánto|cuanto|cuánta|cuántos|cuántas|cuánto cuesta|cuanto cuesta|cuánto tiempo|cuanto dura|para qué sirve|para que sirve|cómo|como',
      first:
        'que|cuál|cual|cuáles|cuales|dónde|donde|cuándo|cuando|quién|quien|quiénes|se puede|es|son|puedo|puede|hay|por que',
    },
    commercial: {
      queries: '… precio|comprar …|… barato|… gratis|… cerca de mí|… segunda mano',
      anywhere:
        'precio|precios|comprar|compra|barato|barata|baratos|baratas|económico|económica|económicos|gratis|gratuito|gratuita|oferta|ofertas|descuento|descuentos|rebajas|cupón|venta|en venta|vender|alquiler|alquilar|segunda mano|de segunda mano|usado|usados|tienda|tiendas|cerca de mí|cerca de mi|coste|costo|presupuesto|pedir',
    },
    recommendations: {
      queries: 'mejor …|… opiniones|mejores …|… recomendados|… marcas',
      anywhere:
        'mejor|mejores|opinión|opiniones|reseña|reseñas|valoraciones|recomendado|recomendada|recomendados|recomendadas|recomendación|recomendaciones|top|ranking|ocu|marca|marcas|vale la pena|merece la pena',
    },
    how_to: {
      queries: 'cómo hacer …|… tutorial|… para principiantes|… ejemplos|… plantilla|cómo usar …',
      anywhere:
        'cómo hacer|como hacer|cómo usar|como usar|cómo se hace|como se hace|paso a paso|tutorial|tutoriales|guía|guias|guías|para principiantes|principiantes|ejemplo|ejemplos|plantilla|plantillas|curso|cursos|aprender|trucos|consejos|pdf|diy|receta|recetas|casero|casera|manual',
      first:
        'cómo hacer|como hacer|cómo usar|como usar|cómo se hace|como se hace|cómo elegir|como elegir|cómo limpiar|como limpiar|cómo instalar|como instalar|cómo crear|como crear',
    },
    problems: {
      queries: '… problemas|… no funciona|… error|… desventajas',
      anywhere:
        'problema|problemas|no funciona|no funcionan|no enciende|no carga|error|errores|fallo|fallos|avería|averías|roto|rota|reparar|reparación|efectos secundarios|desventajas|contras|riesgo|riesgos|peligro|peligros|estafa',
    },
    prepositions: {
      queries: '… para|… con|… sin|… de|… en',
      anywhere:
        'para|con|sin|de|del|en|a|al|por|sobre|bajo|contra|desde|hasta|hacia|entre|según|durante|antes|después|es',
    },
  },
  letters: 'cpamsdeb',
};
