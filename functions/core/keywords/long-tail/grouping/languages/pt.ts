import type { Modifiers } from '../modifiers.ts';

export const pt: Modifiers = {
  groups: {
    comparisons: {
      queries: '… ou|… vs|… alternativa|diferença entre …|… comparativo|… e',
      anywhere:
        'vs|versus|comparativo|comparativos|comparação|comparar|comparador|diferença|diferenças|diferença entre|diferenca|alternativa|alternativas|melhor que|melhor do que',
      beside: 'ou|e',
    },
    questions: {
      queries: 'o que é …|por que …|qual …|onde …|quando …|quanto custa …|quem …|pode …',
      anywhere:
        'o que|o que é|o que e|o que são|por que|porque|por quê|quanto|quanta|quantos|quantas|quanto custa|quanto tempo|quanto dura|para que serve|pra que serve|como',
      first: 'qual|quais|onde|quando|quem|que|pode|posso|é|são|tem|existe|vale',
    },
    commercial: {
      queries: '… preço|comprar …|… barato|… grátis|… perto de mim|… usado',
      anywhere:
        'preço|preços|preco|precos|valor|custo|comprar|compra|barato|barata|baratos|baratas|em conta|grátis|gratis|gratuito|gratuita|oferta|ofertas|promoção|promoções|desconto|descontos|cupom|venda|à venda|vender|aluguel|alugar|usado|usada|usados|usadas|loja|lojas|perto de mim|orçamento|atacado|encomendar',
    },
    recommendations: {
      queries: 'melhor …|… avaliação|melhores …|… recomendação|… é bom',
      anywhere:
        'melhor|melhores|avaliação|avaliações|opinião|opiniões|resenha|resenhas|recomendação|recomendações|recomendado|recomendada|recomendados|ranking|top|é bom|é boa|reclame aqui|marca|marcas|vale a pena|teste',
    },
    how_to: {
      queries: 'como fazer …|… tutorial|… para iniciantes|… exemplos|… modelo|como usar …',
      anywhere:
        'como fazer|como usar|como se faz|como escolher|passo a passo|tutorial|tutoriais|guia|para iniciantes|iniciantes|exemplo|exemplos|modelo|modelos|curso|cursos|aprender|dicas|truques|pdf|diy|receita|receitas|caseiro|caseira|manual',
      first:
        'como fazer|como usar|como se faz|como escolher|como limpar|como instalar|como criar|como funciona|como consertar',
    },
    problems: {
      queries: '… problemas|… não funciona|… erro|… desvantagens',
      anywhere:
        'problema|problemas|não funciona|nao funciona|não funcionam|não liga|não carrega|erro|erros|defeito|defeitos|quebrado|quebrada|consertar|conserto|efeitos colaterais|desvantagens|contras|risco|riscos|perigo|perigos|golpe|faz mal',
    },
    prepositions: {
      queries: '… para|… com|… sem|… de|… em',
      anywhere:
        'para|pra|com|sem|de|do|da|dos|das|em|no|na|nos|nas|a|ao|à|por|pelo|pela|sobre|sob|contra|desde|até|entre|durante|antes|depois|é',
    },
  },
  letters: 'pcamsdeb',
};
